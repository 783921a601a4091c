"""What a notebook shows: who wins, the value, the moves and the evidence on a card, with the reasons folded."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._answers import Answer
    from ._positions import Position

from .errors import Error

#: So many moves are named on a card.
_MOVES = 5
#: Reasons may take so many seconds, for a notebook waits for them.
SECONDS = 10

_STYLE = (
    "<style>.grundy-card{font:14px/1.45 system-ui,sans-serif;border:1px solid #8886;border-radius:8px;"
    "padding:.5rem .8rem;max-width:46rem;overflow-wrap:anywhere}"
    ".grundy-card dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .9rem;margin:.3rem 0}"
    ".grundy-card dt{opacity:.7}.grundy-card dd{margin:0}.grundy-card summary{cursor:pointer;opacity:.8}</style>"
)
_WINNERS = {
    "N": "<strong>N</strong>: the next player, who is to move, wins",
    "P": "<strong>P</strong>: the previous player wins; every move loses",
    "D": "<strong>D</strong>: a draw; neither player can force an end",
}


def escape(text: str) -> str:
    """The text as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _cut(text: str) -> str:
    return escape(text if len(text) <= 300 else text[:299] + "…")


def card(answer: Answer) -> str:
    """The answer as a fragment of a web page."""
    rows: list[tuple[str, str]] = []
    unknown = answer._data.get("unknown")
    if unknown is not None:
        numbers = ", ".join(map(str, answer.unknown)) or "no number"
        rows.append(("P-position for", f"? = {_cut(numbers)}"))
    elif answer.outcome is not None:
        rows.append(("outcome", _WINNERS[answer.outcome]))
    if answer.loopy is not None:
        rows.append(("value", f"∞({_cut(', '.join(map(str, answer.loopy)) or '∅')})"))
    elif answer.value is not None:
        rows.append(("value", f"<strong>{_cut(str(answer.value))}</strong>"))
    if answer.outcome == "N":
        shown = ["<code>" + _cut(str(move)) + "</code>" for move in answer.moves[:_MOVES]]
        count = answer.moves_count
        if count is None or count > len(shown):
            shown.append("…" if count is None else f"… {count} in all")
        rows.append(("winning moves", "<br>".join(shown)))
    rows.append(("evidence", _known(answer)))
    told = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows)
    return (
        f'<section class="grundy-card">{_STYLE}<code>{_cut(answer.query)}</code><dl>{told}</dl>'
        f"{_reasons(answer._position)}</section>"
    )


def _known(answer: Answer) -> str:
    """How far it is proved, and by which theorems; they are told in words among the reasons."""
    evidence = answer.evidence
    data = evidence._data
    how = "; ".join(evidence.theorems) if data.get("theorems") else evidence.by if "by" in data else ""
    up_to = f" up to {evidence.up_to}" if data.get("up_to") is not None else ""
    return f"{evidence.status}{up_to} ({_cut(how)})" if how else f"{evidence.status}{up_to}"


def _reasons(position: Position | None) -> str:
    if position is None:
        return ""
    try:
        reasons = position._reasons()
    except Error as why:
        reasons = f"<p>{escape(why.message)}</p>"
    return f"<details><summary>reasons</summary>{reasons}</details>" if reasons else ""


def card_of(position: Position) -> str:
    """The card of a position that nobody has asked about yet."""
    from ._answers import Answer
    from .errors import BudgetExceeded

    try:
        return card(position.solve(time=SECONDS))
    except BudgetExceeded as why:
        if isinstance(why.partial, Answer):
            return card(why.partial)
        return _fault(position, why)
    except Error as why:
        return _fault(position, why)


def _fault(position: Position, why: Error) -> str:
    return f'<section class="grundy-card">{_STYLE}<code>{_cut(str(position))}</code>: {escape(why.message)}</section>'
