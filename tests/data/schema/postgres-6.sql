-- SPDX-License-Identifier: MIT
-- A database of schema version 6 with people, games and what belongs to them, as a server of that version left it: for tests/server/upgrades.py.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.abax_schema (
    version integer NOT NULL
);
CREATE TABLE public.abax_writers (
    writer text NOT NULL,
    batch text NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.accounts (
    id bigint NOT NULL,
    name text NOT NULL,
    folded text NOT NULL,
    password text NOT NULL,
    bot smallint NOT NULL,
    banned smallint NOT NULL,
    created bigint NOT NULL,
    owner bigint
);
ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.blocks (
    account bigint NOT NULL,
    other bigint NOT NULL
);
CREATE TABLE public.entries (
    game text NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    seat smallint NOT NULL,
    text text NOT NULL,
    at bigint NOT NULL,
    left_1 bigint NOT NULL,
    left_2 bigint NOT NULL,
    left_3 bigint NOT NULL,
    left_4 bigint NOT NULL
);
CREATE TABLE public.games (
    id text NOT NULL,
    game text NOT NULL,
    options text NOT NULL,
    seed bigint NOT NULL,
    start text NOT NULL,
    clock text NOT NULL,
    listed smallint NOT NULL,
    rated smallint NOT NULL,
    guests smallint NOT NULL,
    created bigint NOT NULL,
    changed bigint NOT NULL,
    phase smallint NOT NULL,
    before text NOT NULL
);
CREATE TABLE public.plans (
    game text NOT NULL,
    seat smallint NOT NULL,
    at integer NOT NULL,
    text text NOT NULL
);
CREATE TABLE public.rating_history (
    account bigint NOT NULL,
    game text NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    games integer NOT NULL,
    changed bigint NOT NULL
);
CREATE TABLE public.ratings (
    account bigint,
    player text NOT NULL,
    game text NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    games integer NOT NULL,
    changed bigint NOT NULL
);
CREATE TABLE public.ready (
    account bigint NOT NULL,
    games text NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE public.seats (
    game text NOT NULL,
    number smallint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    account bigint,
    token bytea
);
CREATE TABLE public.sessions (
    token bytea NOT NULL,
    account bigint NOT NULL,
    at bigint NOT NULL,
    used bigint DEFAULT 0 NOT NULL
);
INSERT INTO public.abax_schema VALUES (6);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (1, 'Ann', 'ann', '$argon2id$v=19$m=65536,t=2,p=1$AQvjw354T6NUZxT9Oh6Szg$fw14wapPg2IAiNGQ0yDCVFFtVPTJQld/JqVhhrABnEM', 0, 0, 1794964655010, NULL);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (2, 'Ben', 'ben', '$argon2id$v=19$m=65536,t=2,p=1$CqPsv7MyetdvsZ56MxYkQA$Sir+m8pAJl9rs3yyB0aGtAE2QY3TZmnfL72SNLkftRw', 0, 0, 1794964655318, NULL);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (3, 'robot', 'robot', '', 1, 0, 1794964655828, 1);
INSERT INTO public.blocks VALUES (2, 3);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 0, 'act', 0, 'a2a1', 1794964656214, 600000, 600000, 0, 0);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 1, 'act', 1, 'a5a2', 1794964656220, 600000, 600000, 0, 0);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 2, 'act', 0, 'a1b1', 1794964656232, 599994, 600000, 0, 0);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 3, 'act', 1, 'a2a1', 1794964656251, 599994, 599994, 0, 0);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 4, 'resign', 0, '', 1794964656256, 599989, 599994, 0, 0);
INSERT INTO public.entries VALUES ('gw2p3vqbk45', 0, 'act', 0, 'a3v', 1794964656106, 0, 0, 0, 0);
INSERT INTO public.entries VALUES ('gw2p3vqbk45', 1, 'act', 1, 'a2v', 1794964656114, 0, 0, 0, 0);
INSERT INTO public.entries VALUES ('i2fzccetf8g', 0, 'act', 0, 'a2a3', 1794964656022, 259200000, 259200000, 0, 0);
INSERT INTO public.games VALUES ('33mipfw4cj4', 'tiku', '-', -4401670705710822498, '', '600', 1, 1, 0, 1794964656134, 1794964656147, 2, '');
INSERT INTO public.games VALUES ('d9jz4ctqyuw', 'yoxii', '-', -9160444992091621355, '', 'none', 1, 0, 1, 1794964656266, 1794964656266, 0, '');
INSERT INTO public.games VALUES ('gw2p3vqbk45', 'turris', '-', 6806870615847225779, '', 'none', 0, 0, 1, 1794964656042, 1794964656060, 1, '');
INSERT INTO public.games VALUES ('i2fzccetf8g', 'tiku', '-', 9173849402078616508, '', '3d', 0, 0, 1, 1794964655910, 1794964655956, 1, '');
INSERT INTO public.games VALUES ('jjbcbna36y3', 'tiku', '-', -8792947396927853719, '', '3d', 1, 0, 0, 1794964656433, 1794964656433, 1, '');
INSERT INTO public.plans VALUES ('i2fzccetf8g', 0, 1, 'b5b4 b2b3');
INSERT INTO public.rating_history VALUES (1, 'tiku', 1337.7879985296545, 290.23050778223865, 0.05999967537233814, 1, 1794964656256);
INSERT INTO public.rating_history VALUES (2, 'tiku', 1662.2120014703455, 290.23050778223865, 0.05999967537233814, 1, 1794964656256);
INSERT INTO public.ratings VALUES (1, '', 'tiku', 1337.7879985296545, 290.23050778223865, 0.05999967537233814, 1, 1794964656256);
INSERT INTO public.ratings VALUES (2, '', 'tiku', 1662.2120014703455, 290.23050778223865, 0.05999967537233814, 1, 1794964656256);
INSERT INTO public.seats VALUES ('33mipfw4cj4', 0, 'person', 'Ann', 1, '\x842e4f158bed96ae3441942cb0547ca0124c1ab6277e2e07432845486c5996d0');
INSERT INTO public.seats VALUES ('33mipfw4cj4', 1, 'person', 'Ben', 2, '\x9589d278f513934782e293c5ee378c47357efdbd41edc57f87510d8ff6652667');
INSERT INTO public.seats VALUES ('d9jz4ctqyuw', 0, 'person', 'Ben', 2, '\x553593452f0876cb59a81edb42171e4712080fbd236ffa5609b5bff3cee25b03');
INSERT INTO public.seats VALUES ('d9jz4ctqyuw', 1, 'open', '', NULL, NULL);
INSERT INTO public.seats VALUES ('gw2p3vqbk45', 0, 'person', '', NULL, '\xf189aa277a40a06ce45ad122c107e09cb32ab8c05f4ad3ee19658b72377d21e4');
INSERT INTO public.seats VALUES ('gw2p3vqbk45', 1, 'person', '', NULL, '\xa4476b7ccb3fb5281f7664018ff2f80a6d56ba2a1ca6784be5814206f7e46ed6');
INSERT INTO public.seats VALUES ('i2fzccetf8g', 0, 'person', 'Ann', 1, '\x0371e32a39e44a7bfc9605e03373f1c6f250712496672421abc9d333620d2a3f');
INSERT INTO public.seats VALUES ('i2fzccetf8g', 1, 'person', 'Ben', 2, '\x4f356fd43f5452f5e105191245bfe97938fa157a50747faced31b7b7db70015f');
INSERT INTO public.seats VALUES ('jjbcbna36y3', 0, 'person', 'Ben', 2, NULL);
INSERT INTO public.seats VALUES ('jjbcbna36y3', 1, 'person', 'Ann', 1, NULL);
INSERT INTO public.sessions VALUES ('\x2fd66ded7d73278a25c224c13ef6151c25f8063c5ca664f58d924deb879cf523', 1, 1794964655314, 1794964655314);
INSERT INTO public.sessions VALUES ('\x67f23103fa3cfd1f017694b5db8ec6db37f69cbf1e144ed1289b5ad2c0f6ae1a', 2, 1794964655786, 1794964655786);
INSERT INTO public.sessions VALUES ('\x850fe9ac81415ae7c7cff582b1705ebeae45c5273aff03e99b409b09493ca2d8', 3, 1794964655831, 1794964655831);
SELECT pg_catalog.setval('public.accounts_id_seq', 3, true);
ALTER TABLE ONLY public.abax_writers
    ADD CONSTRAINT abax_writers_pkey PRIMARY KEY (writer);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_folded_key UNIQUE (folded);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (account, other);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (game, number);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (game, seat);
ALTER TABLE ONLY public.ready
    ADD CONSTRAINT ready_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (game, number);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token);
CREATE INDEX accounts_of_owner ON public.accounts USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX blocks_of_other ON public.blocks USING btree (other);
CREATE INDEX games_of_lobby ON public.games USING btree (phase, created) WHERE (listed = 1);
CREATE INDEX games_playing ON public.games USING btree (id) WHERE (phase = 1);
CREATE INDEX rating_history_of ON public.rating_history USING btree (account, game, games);
CREATE UNIQUE INDEX ratings_of ON public.ratings USING btree (COALESCE(account, (0)::bigint), player, game);
CREATE INDEX ratings_of_account ON public.ratings USING btree (account);
CREATE INDEX ratings_of_game ON public.ratings USING btree (game);
CREATE INDEX seats_of_account ON public.seats USING btree (account) WHERE (account IS NOT NULL);
CREATE INDEX sessions_of_account ON public.sessions USING btree (account);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_owner_fkey FOREIGN KEY (owner) REFERENCES public.accounts(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_other_fkey FOREIGN KEY (other) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_game_fkey FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_game_fkey FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.rating_history
    ADD CONSTRAINT rating_history_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ready
    ADD CONSTRAINT ready_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_game_fkey FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
