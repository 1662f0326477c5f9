-- The time zone by whose clock a place's day begins, by its name (Europe/Berlin); without one `begins` counts from midnight UTC.
ALTER TABLE daily_events ADD COLUMN zone TEXT;
