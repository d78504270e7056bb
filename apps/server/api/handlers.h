// SPDX-License-Identifier: MIT
// The handlers of the API. Only routes.c calls them.
#ifndef ABAX_SERVER_API_HANDLERS_H
#define ABAX_SERVER_API_HANDLERS_H

#include "server/api/request.h"

typedef void request_handler(struct live_registry *reg, struct request *r, int64_t now);

request_handler api_about, api_lobby, api_create, api_game, api_record, api_sit;
request_handler api_register, api_login, api_logout, api_logout_all, api_me, api_change_me,
    api_delete_me;
request_handler api_export, api_my_games, api_new_bot, api_profile, api_leaders;
request_handler api_health, api_metrics, api_turns, api_bots;
request_handler api_refuse, api_decline, api_blocks, api_block;
request_handler api_tournaments, api_new_tournament, api_tournament, api_tournament_export,
    api_tournament_join, api_tournament_leave, api_tournament_begin, api_tournament_cancel,
    api_tournament_remove, api_tournament_set, api_tournament_challenge;
request_handler api_search, api_search_records, api_explore;
request_handler api_notifications, api_set_notifications, api_add_place, api_drop_place,
    api_stop_notifications, api_stop_page, api_confirm_address, api_vacation, api_set_vacation;
request_handler api_pair, api_unpair, api_code, api_decode;
request_handler api_new_study, api_study, api_my_studies, api_drop_study, api_lock_study;
request_handler api_puzzle_day, api_puzzle_streaks, api_begin_puzzle, api_try_puzzle,
    api_my_puzzles, api_my_attempts;
request_handler api_report, api_my_data, api_renew, api_bot_token;

#endif
