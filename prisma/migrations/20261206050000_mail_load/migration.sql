-- The mails of all tenants that wait or have failed, for the metrics.
CREATE INDEX mail_message_unsent ON mail_message (status, created_at) WHERE status IN ('queued', 'failed');
