# SPDX-License-Identifier: MIT
# The plural rules of PO files: an expression of C over n, compiled to the small form that core/base/catalogue.c and the page
# evaluate: operands before operators, numbers end with a comma, '?' chooses between the last two by the one before.
import re

LEVELS = [["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"]]
CODES = {"||": "|", "&&": "&", "==": "=", "!=": "=!", "<=": ">!", ">=": "<!"}


class PluralError(Exception):
    pass


def tokens(rule):
    found = re.findall(r"\s*(\d+|n|\|\||&&|[=!<>]=|[-+*/%<>!?:()])", rule)
    if "".join(found) != re.sub(r"\s", "", rule):
        raise PluralError(f"plural rule '{rule}' has something that is no expression of n")
    return found


def compile_rule(rule):
    rest = tokens(rule)

    def take(*wanted):
        if rest and rest[0] in wanted:
            return rest.pop(0)
        return None

    def need(wanted):
        if not take(wanted):
            raise PluralError(f"plural rule '{rule}' lacks a '{wanted}'")

    def primary():
        if take("!"):
            return primary() + "!"
        if take("("):
            inner = choice()
            need(")")
            return inner
        if not rest or not re.fullmatch(r"n|\d+", rest[0]):
            raise PluralError(f"plural rule '{rule}' lacks a value")
        value = rest.pop(0)
        return value if value == "n" else value + ","

    def binary(level):
        if level == len(LEVELS):
            return primary()
        left = binary(level + 1)
        while operator := take(*LEVELS[level]):
            left += binary(level + 1) + CODES.get(operator, operator)
        return left

    def choice():
        condition = binary(0)
        if not take("?"):
            return condition
        yes = choice()
        need(":")
        return condition + yes + choice() + "?"

    compiled = choice()
    if rest:
        raise PluralError(f"plural rule '{rule}' goes on after its end")
    return compiled
