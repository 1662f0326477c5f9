"""The toy shop: dice towers, hats and other things that look good beside a name."""
