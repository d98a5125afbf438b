-- The name of a tenant is changed with its history and event, as its settings are. Row-level security limits it to the own row.
GRANT UPDATE (name) ON tenant TO guildhall_app;
