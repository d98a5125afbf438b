import type {
  ApiKeyPermissionEditInput,
  OAuthClientPermissionEditInput,
} from '#contract/integration/application-permissions'
import { parseAddressList } from '#kernel/auth/address-list'
import { badInput } from '#kernel/errors/problem'
import { isVisible } from '#kernel/text/one-line'
import type { PermissionEdit } from './application-permissions.model.ts'
import type { NewPermission } from './application-permissions.service.ts'
import { ApiKeyInfoEdit, OAuthClientInfoEdit, readInfo } from './permission-info.ts'
import { assertKnownScopes } from './permission-rules.ts'
import { assertOrigins, readRedirectUrls } from './redirect-urls.input.ts'

/** A documented edit, read and checked; `auditId` is the version that the caller had seen, if he says so. */
export interface ReadEdit {
  edit: PermissionEdit
  auditId: number | undefined
}

/** Reads the documented edit of an API key. Throws 400 naming the field. */
export const readApiKeyEdit = (body: ApiKeyPermissionEditInput, id: number, tenantKey: string): ReadEdit => {
  const info = readInfo(ApiKeyInfoEdit, body.ApiKeyInfoJson, '/ApiKeyInfoJson')
  if (body.TenantKey && body.TenantKey !== tenantKey) throw badInput('/TenantKey', 'is not the tenant of the caller')
  const { GlobalApiKeyIPAddressWhitelist: addresses } = body
  const edit = defined<PermissionEdit>({
    ...readCommon(body, id),
    ...readScopes(info, '/ApiKeyInfoJson'),
    addressList: addresses === undefined ? undefined : readAddresses(addresses, '/GlobalApiKeyIPAddressWhitelist'),
  })
  return { edit, auditId: info.AuditId }
}

/** Reads the documented edit of an OAuth client. Throws 400 naming the field. */
export const readOAuthClientEdit = (body: OAuthClientPermissionEditInput, id: number): ReadEdit => {
  const info = readInfo(OAuthClientInfoEdit, body.OAuthClientInfoJson, '/OAuthClientInfoJson')
  const { CorsOrigins: corsOrigins, IPAddressWhitelist: addresses } = info
  if (corsOrigins) assertOrigins(corsOrigins, '/OAuthClientInfoJson/CorsOrigins')
  const edit = defined<PermissionEdit>({
    ...readCommon(body, id),
    ...readScopes(info, '/OAuthClientInfoJson'),
    redirectUrls:
      body.GlobalOAuthRedirectUrls === undefined
        ? undefined
        : readRedirectUrls(body.GlobalOAuthRedirectUrls, '/GlobalOAuthRedirectUrls'),
    addressList:
      addresses === undefined ? undefined : readAddresses(addresses, '/OAuthClientInfoJson/IPAddressWhitelist'),
    corsOrigins,
    isPublicClient: info.IsPublic,
  })
  return { edit, auditId: info.AuditId }
}

/** What a creation cannot do without. */
export const assertComplete = (edit: PermissionEdit, infoPointer: string): NewPermission => {
  const { applicationName, scopes } = edit
  if (applicationName === undefined) throw badInput('/ApplicationName', 'is needed')
  if (scopes === undefined) throw badInput(`${infoPointer}/Scopes`, 'is needed: at least one scope')
  return { ...edit, applicationName, scopes }
}

type CommonBody = Pick<
  ApiKeyPermissionEditInput,
  'ApplicationPermissionId' | 'ApplicationId' | 'ApplicationName' | 'IsGlobal'
>

const readCommon = (body: CommonBody, id: number) => {
  if (body.ApplicationPermissionId && body.ApplicationPermissionId !== id) {
    throw badInput('/ApplicationPermissionId', 'is not the id of the path')
  }
  const { ApplicationName: name } = body
  if (name !== undefined && !isVisible(name)) throw badInput('/ApplicationName', 'is blank')
  return {
    applicationId: body.ApplicationId === undefined ? undefined : body.ApplicationId?.trim() || null,
    applicationName: name?.trim(),
    isGlobal: body.IsGlobal,
  }
}

const readScopes = (info: { Scopes?: string[]; VendorName?: string | null }, pointer: string) => {
  if (info.Scopes) assertKnownScopes(info.Scopes, `${pointer}/Scopes`)
  return {
    scopes: info.Scopes && [...new Set(info.Scopes)],
    vendorName: info.VendorName === undefined ? undefined : info.VendorName?.trim() || null,
  }
}

/** The list as given, or null where it is empty. */
export const readAddresses = (text: string | null, pointer: string): string | null => {
  try {
    return parseAddressList(text ?? '').length > 0 ? (text?.trim() ?? null) : null
  } catch (error) {
    throw badInput(pointer, (error as Error).message)
  }
}

/** Without the members that are undefined: what is not said stays as it is. */
const defined = <T extends object>(members: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
