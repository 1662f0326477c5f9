"""The past of members: outcomes and deeds, ratings and medals."""
