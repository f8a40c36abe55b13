"""What a user's rules see of Python: the language, a few modules of the standard library, and nothing of the host.

This is the first of two walls. It names what is refused and where; the second one, lock-down.ts, leaves
nothing of the host to be reached by a rule that finds a way around the first.
"""

import ast
import builtins
import importlib
import json
import math
import re
import types

FILE = "<rules>"
RULE_PREFIX = "rule_"
MESSAGE_LIMIT = 200
OUTPUT_LIMIT = 65_536

MODULES = (
    "bisect collections collections.abc copy dataclasses datetime decimal difflib enum fractions functools heapq "
    "itertools json math numbers operator re statistics string textwrap typing unicodedata"
).split()

# Functions of those modules that read attributes whose names are made at run time, or that run text as code.
HIDDEN = {
    "dataclasses": {"make_dataclass"},
    "functools": {"cached_property", "singledispatch", "singledispatchmethod", "update_wrapper", "wraps"},
    "operator": {"attrgetter", "methodcaller"},
    "string": {"Formatter"},
    "typing": {"ForwardRef", "evaluate_forward_ref", "get_args", "get_type_hints"},
}

NO_BUILTINS = set(
    "breakpoint compile copyright credits delattr dir eval exec exit getattr globals help input license locals open "
    "quit setattr vars".split()
)

# From these one comes to the interpreter's insides.
NO_ATTRIBUTES = set("ag_frame cr_frame f_back f_builtins f_globals f_locals gi_frame mro tb_frame tb_next".split())
DUNDERS = {"__init__", "__name__", "__doc__", "__len__", "__eq__", "__hash__", "__str__", "__repr__"}


class Refused(Exception):
    """Something that rules may not do."""


class Session:
    """Rules of one file, and the questions that they are asked."""

    def __init__(self):
        self.namespace = {}
        # What each rule is about, by name, in the order of the file.
        self.rules = {}
        self.broken = {}
        self.questions = []
        self.printed = 0


SESSION = Session()


def public(name):
    """A module with nothing in it but its public names."""
    module = importlib.import_module(name)
    names = getattr(module, "__all__", None) or [key for key in vars(module) if not key.startswith("_")]
    copy = types.ModuleType(name)
    for key in set(names) - HIDDEN.get(name, set()):
        value = getattr(module, key)
        if not isinstance(value, types.ModuleType):
            setattr(copy, key, value)
    if name == "collections":
        copy.abc = public("collections.abc")
    return copy


def import_public(name, globals=None, locals=None, fromlist=(), level=0):
    if level or name not in MODULES:
        raise Refused(f"import of {name or 'a relative module'} is refused")
    return public(name if fromlist else name.partition(".")[0])


def count_output(*values, sep=" ", end="\n", file=None, flush=False):
    """In place of print: what rules print is counted and dropped."""
    SESSION.printed += sum(len(str(value)) + 1 for value in values)
    check_output()


def check_output():
    if SESSION.printed > OUTPUT_LIMIT:
        raise Refused(f"prints more than {OUTPUT_LIMIT} characters")


def rule_builtins():
    names = {key: value for key, value in vars(builtins).items() if not key.startswith("_") and key not in NO_BUILTINS}
    return names | {"__build_class__": builtins.__build_class__, "__import__": import_public, "print": count_output}


def check_names(tree):
    """Refuses attributes that lead out of the rules' own objects."""
    for node in ast.walk(tree):
        if isinstance(node, ast.MatchClass) and node.patterns:
            # They read attributes whose names a class makes at run time.
            raise Refused(f"matches a class by position, which rules may not (line {node.lineno}): name the attributes")
        names = [node.attr] if isinstance(node, ast.Attribute) else []
        names += node.kwd_attrs if isinstance(node, ast.MatchClass) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        names += [node.id] if isinstance(node, ast.Name) else []
        for name in names:
            if name in NO_ATTRIBUTES or (name.startswith("__") and name.endswith("__") and name not in DUNDERS):
                raise Refused(f"uses {name}, which rules may not (line {node.lineno})")


def line_of(error):
    """The last line of the user's file that the error came through."""
    found = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILE:
            found = step.tb_lineno
        step = step.tb_next
    return found


def reason_of(error):
    if isinstance(error, SyntaxError):
        text, line = f"{type(error).__name__}: {error.msg}", error.lineno
    elif isinstance(error, Refused):
        text, line = str(error), line_of(error)
    else:
        text, line = f"{type(error).__name__}: {error}", line_of(error)
    short = text if len(text) <= MESSAGE_LIMIT else text[:MESSAGE_LIMIT] + "…"
    return short if line is None or "(line" in short else f"{short} (line {line})"


def statements(source):
    """The file's top-level statements; where it is no Python as a whole, those of its pieces that are."""
    try:
        yield from ast.parse(source, FILE).body
        return
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    starts = [match.start() for match in re.finditer(r"^(?=@|def |async def |class |import |from )", source, re.M)]
    starts = [start for start in starts if not follows_decorator(source, start)]
    for start, end in zip([0, *starts], [*starts, len(source)]):
        # Blank lines in front keep the line numbers of the file.
        piece = "\n" * source.count("\n", 0, start) + source[start:end]
        try:
            yield from ast.parse(piece, FILE).body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            name = re.search(r"^(?:async )?def (\w+)", piece, re.M)
            yield (name and name[1], source.count("\n", 0, start) + 1, error)


def follows_decorator(source, start):
    before = source[:start].rstrip("\n").rpartition("\n")[2]
    return before.startswith("@")


def define(statement):
    """Runs one top-level statement; what is wrong with it is the fault of the rule that it defines, or of the file."""
    if isinstance(statement, tuple):
        name, line, error = statement
    else:
        is_function = isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))
        name, line, error = statement.name if is_function else None, statement.lineno, None
    is_rule = bool(name) and name.startswith(RULE_PREFIX)
    if is_rule:
        SESSION.rules[name] = "" if error else (ast.get_docstring(statement) or "").partition("\n")[0]
    try:
        if error is not None:
            raise error
        check_names(statement)
        exec(compile(ast.Module([statement], []), FILE, "exec"), SESSION.namespace)
        SESSION.broken.pop(name, None)
    except BaseException as fault:
        place = name if is_rule else f"top level, line {line}"
        SESSION.broken[place] = reason_of(fault)


def load(source):
    """Reads a file of rules. Returns, as JSON, its rules and what could not be defined."""
    global SESSION
    SESSION = Session()
    SESSION.namespace = {"__builtins__": rule_builtins(), "__name__": "rules"}
    for statement in statements(source):
        define(statement)
    return json.dumps({
        "rules": [{"id": name, "about": about} for name, about in SESSION.rules.items()],
        "faults": [{"rule": place, "reason": reason} for place, reason in SESSION.broken.items()],
    })


def set_questions(text):
    """Takes `[[state, action, [choice, …]], …]` as JSON."""
    SESSION.questions = json.loads(text)


def number(value):
    if not isinstance(value, (int, float)):
        raise Refused(f"returns {type(value).__name__}, not a number")
    value = float(value)
    if not math.isfinite(value):
        raise Refused(f"returns {value}, which is not finite")
    return value


def score(rule, question):
    """Scores by the rule of that name of the choices of one question, as JSON, or what went wrong, as a JSON string."""
    state, action, choices = SESSION.questions[question]
    SESSION.printed = 0
    try:
        function = SESSION.namespace[rule]
        values = [number(function(state, action, choice)) for choice in choices]
        check_output()
        return json.dumps(values)
    except BaseException as error:
        return json.dumps(reason_of(error))
