"""Computer players for Please Don't Burn My Village!"""
