"""Tables in the terminal: columns as wide as their widest cell."""

from collections.abc import Iterator, Sequence


def in_columns(rows: Sequence[Sequence[str]], texts: int) -> Iterator[str]:
    """Give the lines of a table; the first `texts` columns stand on the left, figures right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if n < texts else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
