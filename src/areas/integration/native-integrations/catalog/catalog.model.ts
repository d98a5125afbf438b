import { notFound } from '#kernel/errors/problem'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import type { NativeApp } from '../native-app.port.ts'
import { calendarFeed } from './calendar-feed.adapter.ts'
import { contactsToSpreadsheet } from './contacts-to-spreadsheet.adapter.ts'
import { csvToS3 } from './csv-to-s3.adapter.ts'
import { csvToSftp } from './csv-to-sftp.adapter.ts'
import { mailDigest } from './mail-digest.adapter.ts'
import { outgoingWebhook } from './outgoing-webhook.adapter.ts'

/** The apps, ordered by name. */
const apps: readonly NativeApp[] = [
  calendarFeed,
  contactsToSpreadsheet,
  csvToS3,
  csvToSftp,
  mailDigest,
  outgoingWebhook,
]

const byId = new Map(apps.map((app) => [app.id, app]))

/** Returns the app of an installed integration. @throws if this version of the server does not have it. */
export const appOf = ({ appId }: { appId: string }): NativeApp => {
  const app = byId.get(appId)
  if (!app) throw new Error(`There is no app "${appId}"`)
  return app
}

/**
 * Returns whether tenants can use the app: the operator has configured the service of its connector, if it needs one.
 */
const isOffered = ({ connector }: NativeApp, config: ConnectorConfig): boolean =>
  connector?.authentication !== 'OAuth2' || connector.service.addressesOf(config) !== null

/** Returns an app that tenants can install. @throws 404. */
export const getOfferedApp = (id: string, config: ConnectorConfig): NativeApp => {
  const app = byId.get(id)
  if (!app || !isOffered(app, config)) throw notFound('app')
  return app
}

/** Lists the apps that tenants can install. */
export const listApps = (config: ConnectorConfig): readonly NativeApp[] => apps.filter((app) => isOffered(app, config))
