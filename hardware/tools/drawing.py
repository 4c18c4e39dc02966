"""A page in millimetres, written as SVG and as PDF at true size. Origin: the page's top left corner, y down."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import escape

Tone = Literal["black", "white", "grey"]
Anchor = Literal["start", "middle", "end"]
_GREYS: dict[Tone, float] = {"black": 0.0, "grey": 0.5, "white": 1.0}
_POINTS = 72 / 25.4
"""PDF's unit, for each millimetre."""


@dataclass(frozen=True)
class Polygon:
    """A filled polygon: its corners, mm."""

    corners: tuple[tuple[float, float], ...]
    tone: Tone


@dataclass(frozen=True)
class Circle:
    """A filled circle: middle and radius, mm."""

    x: float
    y: float
    radius: float
    tone: Tone


@dataclass(frozen=True)
class Line:
    """A stroke from one place to another, `width` mm thick."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    tone: Tone


@dataclass(frozen=True)
class Text:
    """Words at their baseline; `size` in mm."""

    x: float
    y: float
    size: float
    words: str
    anchor: Anchor
    bold: bool


Shape = Polygon | Circle | Line | Text


@dataclass
class Page:
    """What is drawn, in order; later shapes lie on top."""

    title: str
    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)

    def polygon(self, *corners: tuple[float, float], tone: Tone = "black") -> None:
        """Fills a polygon."""
        self.shapes.append(Polygon(corners, tone))

    def rect(self, x: float, y: float, width: float, height: float, tone: Tone = "black") -> None:
        """Fills a rectangle with its top left corner at x, y."""
        self.polygon((x, y), (x + width, y), (x + width, y + height), (x, y + height), tone=tone)

    def circle(self, x: float, y: float, radius: float, tone: Tone = "black") -> None:
        """Fills a circle."""
        self.shapes.append(Circle(x, y, radius, tone))

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width: float = 0.15, tone: Tone = "black"
    ) -> None:
        """Draws a stroke."""
        self.shapes.append(Line(x1, y1, x2, y2, width, tone))

    def text(
        self, x: float, y: float, words: str, size: float = 3.4, anchor: Anchor = "start", bold: bool = False
    ) -> None:
        """Writes words; x, y is where their baseline begins, has its middle or ends."""
        self.shapes.append(Text(x, y, size, words, anchor, bold))

    def svg(self) -> str:
        """The page as SVG; a unit is a millimetre."""
        return _written(self)

    def save(self, stem: Path) -> None:
        """Writes `stem`.svg and `stem`.pdf; the same page always gives the same files."""
        stem.with_suffix(".svg").write_text(self.svg(), encoding="utf-8")
        _save_pdf(self, stem.with_suffix(".pdf"))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _svg_shape(shape: Shape) -> str:
    if isinstance(shape, Polygon):
        corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.corners)
        return f'<polygon points="{corners}" fill="{shape.tone}"/>'
    if isinstance(shape, Circle):
        x, y, radius = _number(shape.x), _number(shape.y), _number(shape.radius)
        return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{shape.tone}"/>'
    if isinstance(shape, Line):
        ends = zip(("x1", "y1", "x2", "y2"), (shape.x1, shape.y1, shape.x2, shape.y2), strict=True)
        places = " ".join(f'{name}="{_number(value)}"' for name, value in ends)
        return f'<line {places} stroke="{shape.tone}" stroke-width="{_number(shape.width)}"/>'
    weight = ' font-weight="bold"' if shape.bold else ""
    return (
        f'<text x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}" '
        f'font-family="Helvetica, Arial, sans-serif" text-anchor="{shape.anchor}"{weight}>{escape(shape.words)}</text>'
    )


def _written(page: Page) -> str:
    width, height = _number(page.width), _number(page.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">'
    )
    body = [_svg_shape(shape) for shape in page.shapes]
    title = f"<title>{escape(page.title)}</title>"
    paper = f'<rect width="{width}" height="{height}" fill="white"/>'
    return "\n".join([head, title, paper, *body, "</svg>"]) + "\n"


def _save_pdf(page: Page, path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas  # only the maker of the sheets needs it

    size = (page.width * _POINTS, page.height * _POINTS)
    canvas = Canvas(str(path), pagesize=size, invariant=True, pageCompression=1)
    canvas.setTitle(page.title)
    # Millimetres, y down: what is drawn is turned as a whole, words are turned back.
    canvas.transform(_POINTS, 0, 0, -_POINTS, 0, size[1])
    for shape in page.shapes:
        _pdf_shape(canvas, shape)
    canvas.save()


def _pdf_shape(canvas: object, shape: Shape) -> None:
    from reportlab.pdfgen.canvas import Canvas

    assert isinstance(canvas, Canvas)
    canvas.setFillGray(0.0 if isinstance(shape, Text) else _GREYS[shape.tone])
    if isinstance(shape, Polygon):
        path = canvas.beginPath()
        path.moveTo(*shape.corners[0])
        for corner in shape.corners[1:]:
            path.lineTo(*corner)
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)
    elif isinstance(shape, Circle):
        canvas.circle(shape.x, shape.y, shape.radius, stroke=0, fill=1)
    elif isinstance(shape, Line):
        canvas.setStrokeGray(_GREYS[shape.tone])
        canvas.setLineWidth(shape.width)
        canvas.line(shape.x1, shape.y1, shape.x2, shape.y2)
    else:
        _pdf_words(canvas, shape)


def _pdf_words(canvas: object, shape: Text) -> None:
    from reportlab.pdfgen.canvas import Canvas

    assert isinstance(canvas, Canvas)
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, shape.x, shape.y)
    canvas.setFont("Helvetica-Bold" if shape.bold else "Helvetica", shape.size)
    write = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
    write[shape.anchor](0, 0, shape.words)
    canvas.restoreState()
