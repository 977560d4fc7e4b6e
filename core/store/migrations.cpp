#include "core/store/migrations.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <array>
#include <string>

namespace representer {

namespace {

// Step i takes a file from version i to version i + 1. A step that has been released is never edited.
constexpr std::array kSteps = {
    R"sql(
-- Arrays too large for a column. A bundle belongs to one dataset, model or preparation and goes with it.
CREATE TABLE bundle (
    id INTEGER PRIMARY KEY
);
CREATE TABLE array (
    id INTEGER PRIMARY KEY,
    bundle INTEGER NOT NULL REFERENCES bundle(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,            -- u8 i32 i64 f32 f64, little-endian
    rows INTEGER NOT NULL,
    columns INTEGER NOT NULL,      -- elements per row; 1 for a plain list
    chunk_length INTEGER NOT NULL, -- elements per chunk, the last one excepted
    checksum INTEGER NOT NULL,     -- XXH3-64 of all bytes
    UNIQUE (bundle, name)
);
CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    array INTEGER NOT NULL REFERENCES array(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (array, number)
);

-- What can be made again: datasets from their sources, models by training, prepared arrays by themselves.
CREATE TABLE dataset (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    format TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    split_rule TEXT NOT NULL,
    seed INTEGER NOT NULL,
    synthetic INTEGER NOT NULL,
    train INTEGER NOT NULL,
    validation INTEGER NOT NULL,
    test INTEGER NOT NULL,
    users INTEGER NOT NULL,
    items INTEGER NOT NULL,
    features INTEGER NOT NULL,
    nonzeros INTEGER NOT NULL,
    warnings TEXT NOT NULL,        -- JSON list
    detail TEXT NOT NULL,          -- JSON: what its kind needs beside the arrays
    bundle INTEGER NOT NULL REFERENCES bundle(id),
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ'))
);
CREATE TABLE model (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
    dataset_fingerprint TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    options TEXT NOT NULL,         -- JSON
    seed INTEGER NOT NULL,
    adopted INTEGER NOT NULL,
    report TEXT NOT NULL,          -- JSON
    metrics TEXT NOT NULL,         -- JSON
    warnings TEXT NOT NULL,        -- JSON list
    checkpoints INTEGER NOT NULL,
    detail TEXT NOT NULL,          -- JSON: the scalars of the model
    bundle INTEGER NOT NULL REFERENCES bundle(id),
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ'))
);
CREATE INDEX model_by_dataset ON model(dataset);
CREATE TABLE prepared (
    id INTEGER PRIMARY KEY,
    model_fingerprint TEXT NOT NULL,
    method TEXT NOT NULL,
    format_version INTEGER NOT NULL,
    bundle INTEGER NOT NULL REFERENCES bundle(id),
    UNIQUE (model_fingerprint, method, format_version)
);
CREATE TRIGGER dataset_drops_bundle AFTER DELETE ON dataset BEGIN
    DELETE FROM bundle WHERE id = OLD.bundle;
END;
CREATE TRIGGER model_drops_bundle AFTER DELETE ON model BEGIN
    DELETE FROM bundle WHERE id = OLD.bundle;
    DELETE FROM prepared WHERE model_fingerprint = OLD.fingerprint
        AND NOT EXISTS (SELECT 1 FROM model WHERE fingerprint = OLD.fingerprint);
END;
CREATE TRIGGER prepared_drops_bundle AFTER DELETE ON prepared BEGIN
    DELETE FROM bundle WHERE id = OLD.bundle;
END;

-- The user's own work.
CREATE TABLE study (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- a number once given is never given again
    model INTEGER NOT NULL REFERENCES model(id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    plan TEXT NOT NULL,            -- JSON
    state TEXT NOT NULL,
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ'))
);
CREATE INDEX study_by_model ON study(model);
CREATE TABLE study_row (
    id INTEGER PRIMARY KEY,
    study INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    result TEXT NOT NULL,          -- JSON
    UNIQUE (study, key)
);
CREATE TABLE saved (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    model INTEGER REFERENCES model(id) ON DELETE CASCADE,
    kind TEXT NOT NULL,            -- explanation, note, pin, view
    name TEXT NOT NULL,
    content TEXT NOT NULL,         -- JSON
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ'))
);
CREATE INDEX saved_by_model ON saved(model);
CREATE TABLE mark (
    dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
    part TEXT NOT NULL,            -- '' for a pair that is in no part
    sample INTEGER NOT NULL,       -- row of the part, or the user of a pair
    item INTEGER NOT NULL,         -- -1 for a row
    verdict TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (dataset, part, sample, item)
) WITHOUT ROWID;
CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
)sql",
    R"sql(
CREATE TABLE note (
    dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
    part TEXT NOT NULL,            -- '' for a pair
    sample INTEGER NOT NULL,       -- row of the part, or the user of a pair
    item INTEGER NOT NULL,         -- -1 for a row
    text TEXT NOT NULL,
    PRIMARY KEY (dataset, part, sample, item)
) WITHOUT ROWID;
)sql",
};

} // namespace

int schemaVersion()
{
    return static_cast<int>(kSteps.size());
}

void migrate(SQLite::Database& database)
{
    for (int version = database.execAndGet("PRAGMA user_version").getInt(); version < schemaVersion();
         ++version) {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        // Another process may have taken this step while we waited for the lock.
        if (database.execAndGet("PRAGMA user_version").getInt() != version)
            continue;
        database.exec(kSteps[static_cast<std::size_t>(version)]);
        database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
        database.exec("PRAGMA user_version = " + std::to_string(version + 1));
        transaction.commit();
    }
}

} // namespace representer
