import { checked, integer, requireUrl, type Setting, text } from './setting.ts'

/** Parses an address of the online spreadsheet. Empty: that of the production system. */
const spreadsheetUrl = (env: string, about: string): Setting<string> =>
  checked(text(env, `${about} Empty: that of its production system.`, ''), requireUrl('http:', 'https:'))

export const integrationSettings = {
  spreadsheetClientId: text(
    'SPREADSHEET_CLIENT_ID',
    'Client id of this server at the online spreadsheet. Empty: the catalog does not contain contacts-to-spreadsheet.',
    '',
  ),
  spreadsheetClientSecret: text(
    'SPREADSHEET_CLIENT_SECRET',
    'Client secret of this server at the online spreadsheet.',
    '',
    true,
  ),
  spreadsheetAuthorizeUrl: spreadsheetUrl(
    'SPREADSHEET_AUTHORIZE_URL',
    'Page of the online spreadsheet that asks for access.',
  ),
  spreadsheetTokenUrl: spreadsheetUrl('SPREADSHEET_TOKEN_URL', 'Address of the online spreadsheet that issues tokens.'),
  spreadsheetRevokeUrl: spreadsheetUrl(
    'SPREADSHEET_REVOKE_URL',
    'Address of the online spreadsheet that revokes tokens.',
  ),
  spreadsheetApiUrl: spreadsheetUrl('SPREADSHEET_API_URL', 'Address of the sheets of the online spreadsheet.'),
  integrationRetentionDays: integer(
    'INTEGRATION_RETENTION_DAYS',
    'Days for which runs of native integrations are stored after their end.',
    90,
    1,
    3650,
  ),
} as const
