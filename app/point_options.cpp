#include "app/point_options.h"

namespace representer {

std::shared_ptr<PointSelector> addPointOptions(CLI::App& command)
{
    auto selector = std::make_shared<PointSelector>();
    command.add_option("--sample", selector->sample, "Row of the test part, from 0")->type_name("N");
    command.add_option("--train-sample", selector->trainSample, "Row of the training part, from 0")->type_name("N");
    command.add_option("--user", selector->user, "User, by your own id")->type_name("U");
    command.add_option("--item", selector->item, "Item, by your own id or by title")->type_name("I");
    command.add_option("--text", selector->text, "Text of your own")->type_name("TEXT");
    command.add_option("--row", selector->row, "Feature row of your own: \"id:value id:value ...\"")->type_name("ROW");
    return selector;
}

} // namespace representer
