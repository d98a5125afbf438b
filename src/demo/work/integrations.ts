import { appOf } from '#areas/integration/native-integrations/catalog/catalog.model'
import { execute } from '#areas/integration/native-integrations/executions/executions.service'
import { configure, installApp } from '#areas/integration/native-integrations/native-integrations.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { FeedSecrets } from '#services/auth/feed-secrets'
import { NEW } from './saving.ts'

/**
 * Publishes the public calendars as one feed, and mails the office a digest each week, unless mail leaves this
 * installation.
 */
export const loadIntegrations = async (scope: Scope, secrets: FeedSecrets, isMailSent: boolean): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, isPublicViewable: true }
  const calendars = await scope.db.prisma.calendar.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  const feed = await installApp(scope, appOf({ appId: 'calendar-feed' }), secrets)
  const CalendarIds = calendars.map(({ id }) => id)
  await configure(scope, feed.id, { CalendarIds, Name: 'Public events' }, NEW, secrets)
  await execute(scope, feed.id, { trigger: 'manual', number: null })
  const digest = await installApp(scope, appOf({ appId: 'mail-digest' }), secrets)
  const values = { Recipients: ['office@demo.example'], Lists: ['contacts', 'memberships', 'payments'], Hour: 7 }
  await configure(scope, digest.id, { ...values, Schedule: 'Weekly', IsPaused: isMailSent }, NEW, secrets)
}
