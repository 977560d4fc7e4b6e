// Exists to carry the precompiled header that the tests share.
