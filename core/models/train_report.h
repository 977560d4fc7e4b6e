#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace representer {

enum class Stop { Converged, IterationLimit, Numerical, Epochs };

constexpr std::string_view stopName(Stop stop)
{
    switch (stop) {
    case Stop::Converged: return "converged";
    case Stop::IterationLimit: return "iteration-limit";
    case Stop::Numerical: return "numerical";
    case Stop::Epochs: return "epochs"; // stochastic training ran its epochs; nothing is promised about optimality
    }
    return "";
}

// How a training ended and how far it can be trusted.
struct TrainReport {
    Stop stop = Stop::Converged;
    std::string advice;        // when not converged: which setting to change
    int iterations = 0;
    double objective = 0;
    double optimality = 0;     // the certificate: relative duality gap, or largest violation of the optimality conditions
    double seconds = 0;
    std::vector<double> trace; // objective per iteration or epoch
};

} // namespace representer
