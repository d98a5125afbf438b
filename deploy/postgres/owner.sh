#!/bin/sh
# Run once by the PostgreSQL image, on an empty volume: the role that Guildhall connects as, and its database.
# It is no superuser: it owns its database and may create the roles and logins with which requests run.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$GUILDHALL_DB_PASSWORD" --username postgres --dbname postgres <<'SQL'
CREATE ROLE guildhall LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE guildhall OWNER guildhall;
-- For guildhall import tenant: its rows are complete, so triggers must not run again.
GRANT SET ON PARAMETER session_replication_role TO guildhall;
SQL
