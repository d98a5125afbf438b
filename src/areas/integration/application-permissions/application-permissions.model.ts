import type { ApplicationPermission, ApplicationSecret } from '#prisma/client'

/** How the two kinds of permission are stored. */
export type PermissionKind = 'apikey' | 'oauthclient'

/** How they are called in history and in answers. */
export const KIND_NAMES: Record<PermissionKind, { entity: string; words: string }> = {
  apikey: { entity: 'api-key', words: 'API key' },
  oauthclient: { entity: 'oauth-client', words: 'OAuth client' },
}

/** A permission with the secrets it was given. */
export type Permission = ApplicationPermission & {
  secrets: Pick<ApplicationSecret, 'hint' | 'createdAt' | 'expiresAt'>[]
}

/** A permission just saved; the secret is there only where one was made, and is shown to the caller this once. */
export interface Saved {
  permission: Permission
  secret?: string
}

/** What a caller wants of a permission; what is absent stays as it is, or takes its default on creation. */
export interface PermissionEdit {
  applicationId?: string | null
  applicationName?: string
  vendorName?: string | null
  isGlobal?: boolean
  scopes?: string[]
  addressList?: string | null
  redirectUrls?: string[]
  corsOrigins?: string[]
  isPublicClient?: boolean
}
