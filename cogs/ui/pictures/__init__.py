"""Pictures of a table: composed of the drawing system's pieces from what one viewer may see."""

from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.table_picture import has_picture, picture_of

__all__ = ["Picture", "has_picture", "picture_of"]
