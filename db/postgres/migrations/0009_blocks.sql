-- Blocks: members whom a member never wants to be seated with. Nobody but that member ever learns of one.
--
-- The other person is named by their Discord id and not by an account: they may never have played here, and a block
-- holds if they have their data deleted and come back.

CREATE TABLE blocks (
    member          BIGINT NOT NULL REFERENCES accounts (id),
    user_id         BIGINT NOT NULL,
    at              DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (member, user_id)
);
CREATE INDEX blocks_of_a_person ON blocks (user_id);
