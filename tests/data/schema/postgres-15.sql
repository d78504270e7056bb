-- SPDX-License-Identifier: MIT
-- A database of schema version 15 with people, games and what belongs to them, as a server of that version left it: for tests/server/upgrades.py.
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
CREATE UNLOGGED TABLE public.abax_news (
    writer text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    words text NOT NULL,
    at timestamp with time zone NOT NULL
);
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
    owner bigint,
    muted smallint DEFAULT 0 NOT NULL
);
ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.attempts (
    account bigint NOT NULL,
    game text NOT NULL,
    puzzle integer NOT NULL,
    day integer NOT NULL,
    rated smallint NOT NULL,
    began bigint NOT NULL,
    ended bigint NOT NULL,
    solved smallint NOT NULL,
    actions text NOT NULL,
    former double precision NOT NULL,
    rating double precision NOT NULL
);
CREATE TABLE public.audit (
    number bigint NOT NULL,
    at bigint NOT NULL,
    who text NOT NULL,
    did text NOT NULL,
    about text NOT NULL
);
ALTER TABLE public.audit ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_number_seq
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
CREATE TABLE public.codes (
    code text NOT NULL,
    game text NOT NULL
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
CREATE TABLE public.finished (
    game text NOT NULL,
    name text NOT NULL,
    options text NOT NULL,
    opening text NOT NULL,
    plies integer NOT NULL,
    result smallint NOT NULL,
    ended bigint NOT NULL
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
    before text NOT NULL,
    series text DEFAULT ''::text NOT NULL,
    lots smallint DEFAULT 0 NOT NULL,
    dealer text DEFAULT ''::text NOT NULL,
    result text DEFAULT ''::text NOT NULL,
    indexed smallint DEFAULT 0 NOT NULL
);
CREATE TABLE public.notes (
    thing text NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    account bigint,
    text text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.outbox (
    id bigint NOT NULL,
    account bigint NOT NULL,
    kind smallint NOT NULL,
    about text NOT NULL,
    text text NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    due bigint NOT NULL,
    taken bigint NOT NULL,
    tries smallint NOT NULL,
    mail smallint NOT NULL
);
ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.plans (
    game text NOT NULL,
    seat smallint NOT NULL,
    at integer NOT NULL,
    text text NOT NULL
);
CREATE TABLE public.pool (
    token bytea NOT NULL,
    account bigint,
    name text NOT NULL,
    game text NOT NULL,
    clock text NOT NULL,
    rated smallint NOT NULL,
    since bigint NOT NULL,
    until bigint NOT NULL,
    found text NOT NULL
);
CREATE TABLE public.push_places (
    endpoint text NOT NULL,
    account bigint NOT NULL,
    point bytea NOT NULL,
    auth bytea NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.puzzle_turns (
    turns bigint NOT NULL
);
CREATE TABLE public.puzzles (
    game text NOT NULL,
    puzzle integer NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    attempts integer NOT NULL,
    solved integer NOT NULL,
    changed bigint NOT NULL
);
CREATE TABLE public.rating_history (
    account bigint NOT NULL,
    game text NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    games integer NOT NULL,
    changed bigint NOT NULL,
    by_game text DEFAULT ''::text NOT NULL,
    former double precision DEFAULT 0 NOT NULL
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
CREATE TABLE public.reports (
    number bigint NOT NULL,
    account bigint,
    about bigint,
    game text NOT NULL,
    reason text NOT NULL,
    text text NOT NULL,
    at bigint NOT NULL,
    closed bigint NOT NULL
);
ALTER TABLE public.reports ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reports_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.seats (
    game text NOT NULL,
    number smallint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    account bigint,
    token bytea,
    promise text DEFAULT ''::text NOT NULL,
    part text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.secrets (
    name text NOT NULL,
    bytes bytea NOT NULL
);
CREATE TABLE public.sessions (
    token bytea NOT NULL,
    account bigint NOT NULL,
    at bigint NOT NULL,
    used bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.solvers (
    account bigint NOT NULL,
    game text NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    attempts integer NOT NULL,
    solved integer NOT NULL,
    changed bigint NOT NULL,
    streak integer NOT NULL,
    best integer NOT NULL,
    day integer NOT NULL,
    days integer NOT NULL,
    best_days integer NOT NULL
);
CREATE TABLE public.things (
    id text NOT NULL,
    kind text NOT NULL,
    owner bigint,
    title text NOT NULL,
    settings text NOT NULL,
    listed smallint NOT NULL,
    phase smallint NOT NULL,
    created bigint NOT NULL,
    changed bigint NOT NULL,
    own smallint DEFAULT 0 NOT NULL
);
CREATE TABLE public.told (
    account bigint NOT NULL,
    language text NOT NULL,
    push smallint NOT NULL,
    mail smallint NOT NULL,
    quiet_from smallint NOT NULL,
    quiet_to smallint NOT NULL,
    zone text NOT NULL,
    address text NOT NULL,
    wanted text NOT NULL,
    wanted_at bigint NOT NULL
);
CREATE TABLE public.vacations (
    account bigint NOT NULL,
    since bigint NOT NULL,
    until bigint NOT NULL,
    year integer NOT NULL,
    used integer NOT NULL
);
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 1, '+2e57b297', '2026-11-18 01:17:34.998153+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 2, 'i2fzccetf8g', '2026-11-18 01:17:35.912856+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 3, 'i2fzccetf8g i2fzccetf8g', '2026-11-18 01:17:35.955655+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 4, 'i2fzccetf8g.', '2026-11-18 01:17:36.021038+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 5, '~i2fzccetf8g112e57b297?', '2026-11-18 01:17:36.025355+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 6, 'i2fzccetf8g', '2026-11-18 01:17:36.032909+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 7, 'gw2p3vqbk45', '2026-11-18 01:17:36.041415+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 8, 'gw2p3vqbk45 gw2p3vqbk45', '2026-11-18 01:17:36.059488+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 9, 'gw2p3vqbk45.', '2026-11-18 01:17:36.105665+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 10, 'gw2p3vqbk45.', '2026-11-18 01:17:36.112903+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 11, '~gw2p3vqbk45132e57b297?', '2026-11-18 01:17:36.125009+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 12, '33mipfw4cj4', '2026-11-18 01:17:36.133214+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 13, '33mipfw4cj4 33mipfw4cj4', '2026-11-18 01:17:36.146749+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 14, '33mipfw4cj4.', '2026-11-18 01:17:36.213016+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 15, '33mipfw4cj4.', '2026-11-18 01:17:36.219042+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 16, '~33mipfw4cj4132e57b297?', '2026-11-18 01:17:36.225133+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 17, '33mipfw4cj4.', '2026-11-18 01:17:36.230984+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 18, '33mipfw4cj4.', '2026-11-18 01:17:36.250816+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 19, '33mipfw4cj4. 33mipfw4cj4 33mipfw4cj4 33mipfw4cj4', '2026-11-18 01:17:36.255596+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 20, 'd9jz4ctqyuw', '2026-11-18 01:17:36.264934+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 21, 'i2gbcv5dn3s', '2026-11-18 01:17:36.28498+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 22, 'i2gbcv5dn3s', '2026-11-18 01:17:36.296958+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 23, '~i2gbcv5dn3s132e57b297? ~d9jz4ctqyuw002e57b297?', '2026-11-18 01:17:36.329245+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 24, 'i2gbcv5dn3s', '2026-11-18 01:17:36.329767+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 25, 'i2gbcv5dn3s', '2026-11-18 01:17:36.333514+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 26, 'i2gbcv5dn3s', '2026-11-18 01:17:36.338407+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 27, '#uuhkatksnmx', '2026-11-18 01:17:36.38126+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 28, '#uuhkatksnmx.', '2026-11-18 01:17:36.405432+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 29, '#uuhkatksnmx.', '2026-11-18 01:17:36.425106+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 30, '#uuhkatksnmx. #uuhkatksnmx', '2026-11-18 01:17:36.430874+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 31, '#uuhkatksnmx. jjbcbna36y3 #uuhkatksnmx.', '2026-11-18 01:17:36.433252+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 32, '#f8v2fyuvrmu #f8v2fyuvrmu.', '2026-11-18 01:17:36.457027+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 33, '~jjbcbna36y3002e57b297?', '2026-11-18 01:17:36.530211+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 34, '+2e57b297', '2026-11-18 01:17:38.072554+00');
INSERT INTO public.abax_news VALUES ('7470bdd9db47d696.9f407db24caef2b2', 35, '!2e57b297', '2026-11-18 01:17:39.633145+00');
INSERT INTO public.abax_schema VALUES (15);
INSERT INTO public.abax_writers VALUES ('began', '1794964654847', '2026-11-18 01:17:34.846369+00');
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (1, 'Ann', 'ann', '$argon2id$v=19$m=65536,t=2,p=1$AQvjw354T6NUZxT9Oh6Szg$fw14wapPg2IAiNGQ0yDCVFFtVPTJQld/JqVhhrABnEM', 0, 0, 1794964655010, NULL, 0);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (2, 'Ben', 'ben', '$argon2id$v=19$m=65536,t=2,p=1$CqPsv7MyetdvsZ56MxYkQA$Sir+m8pAJl9rs3yyB0aGtAE2QY3TZmnfL72SNLkftRw', 0, 0, 1794964655318, NULL, 0);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (3, 'robot', 'robot', '', 1, 0, 1794964655828, 1, 0);
INSERT INTO public.attempts VALUES (1, 'tokan', 8, 0, 1, 1794964656467, 1794964656486, 1, 'd3d2 d2e2 d3c3', 0, 1692.6707025771698);
INSERT INTO public.attempts VALUES (1, 'tokan', 526, 0, 1, 1794964656525, 0, 0, '', 0, 0);
INSERT INTO public.attempts VALUES (2, 'tokan', 99, 20775, 1, 1794964656560, 0, 0, '', 0, 0);
INSERT INTO public.blocks VALUES (2, 3);
INSERT INTO public.entries VALUES ('i2fzccetf8g', 0, 'act', 0, 'a2a3', 1794964656022, 259200000, 259200000, 0, 0);
INSERT INTO public.entries VALUES ('gw2p3vqbk45', 0, 'act', 0, 'a3v', 1794964656106, 0, 0, 0, 0);
INSERT INTO public.entries VALUES ('gw2p3vqbk45', 1, 'act', 1, 'a2v', 1794964656114, 0, 0, 0, 0);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 0, 'act', 0, 'a2a1', 1794964656214, 600000, 600000, 0, 0);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 1, 'act', 1, 'a5a2', 1794964656220, 600000, 600000, 0, 0);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 2, 'act', 0, 'a1b1', 1794964656232, 599994, 600000, 0, 0);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 3, 'act', 1, 'a2a1', 1794964656251, 599994, 599994, 0, 0);
INSERT INTO public.entries VALUES ('33mipfw4cj4', 4, 'resign', 0, '', 1794964656256, 599989, 599994, 0, 0);
INSERT INTO public.finished VALUES ('33mipfw4cj4', 'tiku', '-', 'a2a1 a5a2 a1b1 a2a1 ', 4, 2, 1794964656256);
INSERT INTO public.games VALUES ('i2fzccetf8g', 'tiku', '-', 9173849402078616508, '', '3d', 0, 0, 1, 1794964655910, 1794964655956, 1, '', '', 0, '', '', 0);
INSERT INTO public.games VALUES ('gw2p3vqbk45', 'turris', '-', 6806870615847225779, '', 'none', 0, 0, 1, 1794964656042, 1794964656060, 1, '', '', 0, '', '', 0);
INSERT INTO public.games VALUES ('d9jz4ctqyuw', 'yoxii', '-', -9160444992091621355, '', 'none', 1, 0, 1, 1794964656266, 1794964656266, 0, '', '', 0, '', '', 0);
INSERT INTO public.games VALUES ('i2gbcv5dn3s', 'masker', '-', -4985082181696919716, 'rprpgy/rgwygy/ppbggy/yw*pbw/rpwbrb/bbywrg 1 0 - 0,0 r,y', 'none', 0, 0, 1, 1794964656286, 1794964656339, 1, '', '', 0, '73aa433015584e4d18c42ad9f750fdd169c5ff48e8c76aa3812798fd8fdab83b', '', 0);
INSERT INTO public.games VALUES ('jjbcbna36y3', 'tiku', '-', -8792947396927853719, '', '3d', 1, 0, 0, 1794964656433, 1794964656433, 1, '', '', 0, '', '', 0);
INSERT INTO public.games VALUES ('33mipfw4cj4', 'tiku', '-', -4401670705710822498, '', '600', 1, 1, 0, 1794964656134, 1794964656147, 2, '', '', 0, '', 'lw', 1);
INSERT INTO public.notes VALUES ('uuhkatksnmx', 0, 'join', 1, 'person 1337', 1794964656398);
INSERT INTO public.notes VALUES ('uuhkatksnmx', 1, 'join', 2, 'person 1662', 1794964656426);
INSERT INTO public.notes VALUES ('uuhkatksnmx', 2, 'begin', 1, '', 1794964656432);
INSERT INTO public.notes VALUES ('uuhkatksnmx', 3, 'round', NULL, '1', 1794964656433);
INSERT INTO public.notes VALUES ('uuhkatksnmx', 4, 'pair', NULL, '1 1 0 jjbcbna36y3', 1794964656433);
INSERT INTO public.notes VALUES ('f8v2fyuvrmu', 0, 'begin', NULL, '217706dabe1cadc32444a2bd37f584bf714315f59e7209b517cd83f0c5a1894b ....../bbbbbb/....../....../wwwwww/...... w', 1794964656457);
INSERT INTO public.plans VALUES ('i2fzccetf8g', 0, 1, 'b5b4 b2b3');
INSERT INTO public.puzzle_turns VALUES (4);
INSERT INTO public.puzzles VALUES ('tokan', 8, 1518.83514425855, 88.6838331714032, 0, 1, 1, 1794964656486);
INSERT INTO public.rating_history VALUES (1, 'tiku', 1337.7879985296545, 290.23050778223865, 0.05999967537233814, 1, 1794964656256, '33mipfw4cj4', 1500);
INSERT INTO public.rating_history VALUES (2, 'tiku', 1662.2120014703455, 290.23050778223865, 0.05999967537233814, 1, 1794964656256, '33mipfw4cj4', 1500);
INSERT INTO public.ratings VALUES (1, '', 'tiku', 1337.7879985296545, 290.23050778223865, 0.05999967537233814, 1, 1794964656256);
INSERT INTO public.ratings VALUES (2, '', 'tiku', 1662.2120014703455, 290.23050778223865, 0.05999967537233814, 1, 1794964656256);
INSERT INTO public.reports OVERRIDING SYSTEM VALUE VALUES (1, 1, 2, '', 'other', 'Grüße', 1794964655880, 0);
INSERT INTO public.seats VALUES ('i2fzccetf8g', 0, 'person', 'Ann', 1, '\x0371e32a39e44a7bfc9605e03373f1c6f250712496672421abc9d333620d2a3f', '', '');
INSERT INTO public.seats VALUES ('i2fzccetf8g', 1, 'person', 'Ben', 2, '\x4f356fd43f5452f5e105191245bfe97938fa157a50747faced31b7b7db70015f', '', '');
INSERT INTO public.seats VALUES ('gw2p3vqbk45', 0, 'person', '', NULL, '\xf189aa277a40a06ce45ad122c107e09cb32ab8c05f4ad3ee19658b72377d21e4', '', '');
INSERT INTO public.seats VALUES ('gw2p3vqbk45', 1, 'person', '', NULL, '\xa4476b7ccb3fb5281f7664018ff2f80a6d56ba2a1ca6784be5814206f7e46ed6', '', '');
INSERT INTO public.seats VALUES ('33mipfw4cj4', 0, 'person', 'Ann', 1, '\x842e4f158bed96ae3441942cb0547ca0124c1ab6277e2e07432845486c5996d0', '', '');
INSERT INTO public.seats VALUES ('33mipfw4cj4', 1, 'person', 'Ben', 2, '\x9589d278f513934782e293c5ee378c47357efdbd41edc57f87510d8ff6652667', '', '');
INSERT INTO public.seats VALUES ('d9jz4ctqyuw', 0, 'person', 'Ben', 2, '\x553593452f0876cb59a81edb42171e4712080fbd236ffa5609b5bff3cee25b03', '', '');
INSERT INTO public.seats VALUES ('d9jz4ctqyuw', 1, 'open', '', NULL, NULL, '', '');
INSERT INTO public.seats VALUES ('i2gbcv5dn3s', 0, 'person', '', NULL, '\xb13272d7dc83783a1fbc23439a243c006e8fd4703a03f904430ff42079d989f7', '271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', 'abababababababababababababababababababababababababababababababab');
INSERT INTO public.seats VALUES ('i2gbcv5dn3s', 1, 'person', '', NULL, '\xc29862d39c4992d83db3d135e3f258f0cbfeeeae50cbfa3f3097bc777bd9533d', '3985dac9133f8144ae1ab001dd0a29dffdddb1bf14a5f95aa24c8eed2e5bde2c', 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd');
INSERT INTO public.seats VALUES ('jjbcbna36y3', 0, 'person', 'Ben', 2, NULL, '', '');
INSERT INTO public.seats VALUES ('jjbcbna36y3', 1, 'person', 'Ann', 1, NULL, '', '');
INSERT INTO public.sessions VALUES ('\x2fd66ded7d73278a25c224c13ef6151c25f8063c5ca664f58d924deb879cf523', 1, 1794964655314, 1794964655314);
INSERT INTO public.sessions VALUES ('\x67f23103fa3cfd1f017694b5db8ec6db37f69cbf1e144ed1289b5ad2c0f6ae1a', 2, 1794964655786, 1794964655786);
INSERT INTO public.sessions VALUES ('\x850fe9ac81415ae7c7cff582b1705ebeae45c5273aff03e99b409b09493ca2d8', 3, 1794964655831, 1794964655831);
INSERT INTO public.solvers VALUES (1, 'tokan', 1692.6707025771698, 251.9669861270532, 0.05999940553180483, 1, 1, 1794964656486, 1, 1, 0, 0, 0);
INSERT INTO public.things VALUES ('uuhkatksnmx', 'tournament', 1, 'Cup', 'form swiss
game tiku
options -
clock 3d
slow 1
rated 0
guests 0
bots 1
streaks 0
rounds 0
cycles 1
minutes 60
most 256
wait 259200
pause 0
begins 0
', 1, 1, 1794964656382, 1794964656432, 0);
INSERT INTO public.things VALUES ('f8v2fyuvrmu', 'study', 1, 'Lines', 'tiku -', 0, 1, 1794964656457, 1794964656457, 1);
SELECT pg_catalog.setval('public.accounts_id_seq', 3, true);
SELECT pg_catalog.setval('public.audit_number_seq', 1, false);
SELECT pg_catalog.setval('public.outbox_id_seq', 1, false);
SELECT pg_catalog.setval('public.reports_number_seq', 1, true);
ALTER TABLE ONLY public.abax_news
    ADD CONSTRAINT abax_news_pkey PRIMARY KEY (writer, number);
ALTER TABLE ONLY public.abax_writers
    ADD CONSTRAINT abax_writers_pkey PRIMARY KEY (writer);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_folded_key UNIQUE (folded);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (account, game, puzzle, day);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (account, other);
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_game_key UNIQUE (game);
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (game, number);
ALTER TABLE ONLY public.finished
    ADD CONSTRAINT finished_pkey PRIMARY KEY (game);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (thing, number);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (game, seat);
ALTER TABLE ONLY public.pool
    ADD CONSTRAINT pool_pkey PRIMARY KEY (token);
ALTER TABLE ONLY public.push_places
    ADD CONSTRAINT push_places_pkey PRIMARY KEY (endpoint);
ALTER TABLE ONLY public.puzzles
    ADD CONSTRAINT puzzles_pkey PRIMARY KEY (game, puzzle);
ALTER TABLE ONLY public.ready
    ADD CONSTRAINT ready_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (game, number);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token);
ALTER TABLE ONLY public.solvers
    ADD CONSTRAINT solvers_pkey PRIMARY KEY (account, game);
ALTER TABLE ONLY public.things
    ADD CONSTRAINT things_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.told
    ADD CONSTRAINT told_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT vacations_pkey PRIMARY KEY (account);
CREATE INDEX accounts_of_owner ON public.accounts USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX attempts_of_account ON public.attempts USING btree (account, began);
CREATE INDEX attempts_of_day ON public.attempts USING btree (game, day, ended) WHERE (day > 0);
CREATE UNIQUE INDEX attempts_once ON public.attempts USING btree (account, game, puzzle) WHERE (rated = 1);
CREATE UNIQUE INDEX attempts_open ON public.attempts USING btree (account, game) WHERE (ended = 0);
CREATE INDEX blocks_of_other ON public.blocks USING btree (other);
CREATE INDEX finished_by_name ON public.finished USING btree (name, ended) WHERE (result >= 0);
CREATE INDEX finished_by_time ON public.finished USING btree (ended) WHERE (result >= 0);
CREATE INDEX games_of_lobby ON public.games USING btree (phase, created) WHERE (listed = 1);
CREATE INDEX games_playing ON public.games USING btree (id) WHERE (phase = 1);
CREATE INDEX games_to_index ON public.games USING btree (id) WHERE ((phase = 2) AND (indexed = 0));
CREATE INDEX notes_of_account ON public.notes USING btree (account) WHERE (account IS NOT NULL);
CREATE INDEX outbox_about ON public.outbox USING btree (about);
CREATE INDEX outbox_due ON public.outbox USING btree (due);
CREATE UNIQUE INDEX outbox_of ON public.outbox USING btree (account, kind, about);
CREATE UNIQUE INDEX pool_of_account ON public.pool USING btree (account) WHERE (found = ''::text);
CREATE INDEX push_places_of ON public.push_places USING btree (account);
CREATE INDEX rating_history_by ON public.rating_history USING btree (by_game) WHERE (by_game <> ''::text);
CREATE INDEX rating_history_of ON public.rating_history USING btree (account, game, games);
CREATE UNIQUE INDEX ratings_of ON public.ratings USING btree (COALESCE(account, (0)::bigint), player, game);
CREATE INDEX ratings_of_account ON public.ratings USING btree (account);
CREATE INDEX ratings_of_game ON public.ratings USING btree (game);
CREATE INDEX reports_of_about ON public.reports USING btree (about) WHERE (about IS NOT NULL);
CREATE INDEX reports_of_account ON public.reports USING btree (account) WHERE (account IS NOT NULL);
CREATE INDEX reports_open ON public.reports USING btree (number) WHERE (closed = 0);
CREATE INDEX seats_of_account ON public.seats USING btree (account) WHERE (account IS NOT NULL);
CREATE INDEX sessions_of_account ON public.sessions USING btree (account);
CREATE INDEX solvers_by_day ON public.solvers USING btree (game, day) WHERE (days > 0);
CREATE INDEX solvers_by_streak ON public.solvers USING btree (game, streak) WHERE (streak > 0);
CREATE INDEX things_left ON public.things USING btree (changed) WHERE ((own = 1) AND (owner IS NULL));
CREATE INDEX things_of_kind ON public.things USING btree (kind, phase, created);
CREATE INDEX things_of_owner ON public.things USING btree (owner, kind, created) WHERE (owner IS NOT NULL);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_owner_fkey FOREIGN KEY (owner) REFERENCES public.accounts(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_other_fkey FOREIGN KEY (other) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_game_fkey FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_game_fkey FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.finished
    ADD CONSTRAINT finished_game_fkey FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_thing_fkey FOREIGN KEY (thing) REFERENCES public.things(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_game_fkey FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pool
    ADD CONSTRAINT pool_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.push_places
    ADD CONSTRAINT push_places_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.rating_history
    ADD CONSTRAINT rating_history_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ready
    ADD CONSTRAINT ready_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_about_fkey FOREIGN KEY (about) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_game_fkey FOREIGN KEY (game) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.solvers
    ADD CONSTRAINT solvers_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.things
    ADD CONSTRAINT things_owner_fkey FOREIGN KEY (owner) REFERENCES public.accounts(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.told
    ADD CONSTRAINT told_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT vacations_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id) ON DELETE CASCADE;
