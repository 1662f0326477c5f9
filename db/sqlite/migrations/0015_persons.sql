-- A member's limits bind them in every place, so each wager asks for all accounts of one person.

CREATE INDEX members_of_a_person ON members (user_id);
