"""Pictures of a table: composed of the drawing system's pieces from what one viewer may see."""
