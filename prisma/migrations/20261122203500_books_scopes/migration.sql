-- The roles that every tenant has get the scopes of the new area.
SET LOCAL ROLE guildhall_system;
UPDATE role SET scopes = scopes || ARRAY['books:read', 'books:write']
  WHERE name = 'Staff' AND scopes @> ARRAY['contacts:write', 'payment-gateways:write'] AND NOT scopes @> ARRAY['books:write'];
UPDATE role SET scopes = scopes || ARRAY['books:read']
  WHERE name = 'Read only' AND scopes @> ARRAY['contacts:read', 'payment-gateways:read'] AND NOT scopes @> ARRAY['books:read'];
RESET ROLE;
