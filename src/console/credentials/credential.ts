import type {
  ApiKeyPermissionListItem,
  OAuthClientPermissionListItem,
} from '#contract/integration/application-permissions'
import { isJsonObject } from '#kernel/contract/json'

/** A valid secret of a credential, without its secret part. */
export interface CredentialSecret {
  lastCharacters: string
  createdDate: string | null
  /** When it ends because of a reset; null for the current one. */
  expiresDate: string | null
  lastUsedDate: string | null
}

/** An API key or an app, as the console shows it. */
export interface Credential {
  kind: 'key' | 'app'
  id: number
  name: string
  vendor: string | null
  /** The masked key, or the id of the client. */
  shown: string | null
  isGlobal: boolean
  /** An app that runs on devices, and therefore has no secret. */
  isPublic: boolean
  scopes: readonly string[]
  createdBy: string | null
  createdDate: string | null
  lastUsedDate: string | null
  secrets: readonly CredentialSecret[]
  canReset: boolean
  canRevoke: boolean
}

export const credentialOfKey = (row: ApiKeyPermissionListItem): Credential => ({
  kind: 'key',
  ...common(row, row.ApiKeyInfoJson),
  shown: row.ApiKey,
  isGlobal: row.HasGlobalApiKey,
})

export const credentialOfClient = (row: OAuthClientPermissionListItem): Credential => ({
  kind: 'app',
  ...common(row, row.OAuthClientInfoJson),
  shown: row.ClientId,
  isGlobal: row.HasGlobalOAuthClient,
})

type Row = Pick<ApiKeyPermissionListItem, 'ApplicationPermissionId' | 'ApplicationName' | 'VendorName' | 'Actions'>

const common = (row: Row, infoJson: string | null) => {
  const info: unknown = JSON.parse(infoJson ?? '{}')
  const fields = isJsonObject(info) ? info : {}
  return {
    id: row.ApplicationPermissionId,
    name: row.ApplicationName ?? `Number ${row.ApplicationPermissionId}`,
    vendor: row.VendorName,
    isPublic: fields.IsPublic === true,
    scopes: Array.isArray(fields.Scopes) ? fields.Scopes.map(String) : [],
    createdBy: textOf(fields.CreatedBy),
    createdDate: textOf(fields.CreatedDate),
    lastUsedDate: textOf(fields.LastUsedDate),
    secrets: Array.isArray(fields.Secrets) ? fields.Secrets.filter(isJsonObject).map(secretOf) : [],
    canReset: row.Actions?.includes('reset') ?? false,
    canRevoke: row.Actions?.includes('delete') ?? false,
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const secretOf = (secret: Record<string, unknown>): CredentialSecret => ({
  lastCharacters: textOf(secret.LastCharacters) ?? '',
  createdDate: textOf(secret.CreatedDate),
  expiresDate: textOf(secret.ExpiresDate),
  lastUsedDate: textOf(secret.LastUsedDate),
})
