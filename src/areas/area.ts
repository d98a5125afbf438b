import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '#kernel/config/settings'
import type { Sealer } from '#kernel/crypto/seal'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import type { CronTask } from '#kernel/jobs/cron'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import type { Loop } from '#kernel/jobs/worker'
import type { Figure } from '#kernel/metrics/figure'
import type { EventKind } from '#kernel/outbox/event-kind'
import type { Subscriber } from '#kernel/outbox/subscriber'
import type { RecordShape } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import type { Addition } from '#kernel/registers/register'
import type { TenantSeed } from '#kernel/tenancy/provision'
import type { FileOwner } from '#services/files/file-owner'
import type { Files } from '#services/files/open-files'
import type { MailExtensions } from '#services/mail/sending/send-mail'
import type { Outbound } from '#services/outbound/outbound'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** What the worker gives to jobs that wait for outside servers. */
export interface OutsideTools {
  sealer: Sealer
  outbound: Outbound
  files: Files
  /** The address of the payment processor; empty for its own. */
  processorUrl: string
  connectorConfig: ConnectorConfig
}

/** The days that the operator keeps records of traffic with outside servers. */
export type RetentionDays = Pick<
  Config,
  'webhookRetentionDays' | 'eventRetentionDays' | 'ledgerLogRetentionDays' | 'integrationRetentionDays'
>

/** Everything that the rest of the application knows of an area: its manifest, in `<area>.area.ts`. */
export interface Area {
  /** The plugins that register its operations. */
  routes?: readonly FastifyPluginAsync[]
  /** The kinds of its events, with their titles. */
  events?: readonly EventKind[]
  /** The documented shape of its records, by the first word of the kinds of their events, which mostly is their entity. */
  shapes?: Readonly<Record<string, RecordShape>>
  /**
   * The scopes that owners of chapters can have. Its tables must have row-level security by chapter. Owners have no other
   * scopes.
   */
  chapterScopes?: readonly string[]
  /** What its records use: those records cannot be deleted. */
  uses?: readonly RecordUse[]
  /** Its records that own files. */
  files?: readonly FileOwner[]
  /** The failures of its background work, which the log of the tenant shows. */
  failures?: readonly FailureKind[]
  /** Its columns of sealed secrets, which are encrypted again after a change of the installation's secret. */
  sealed?: readonly SealedColumn[]
  /** Creates its records in a new tenant. */
  seeds?: readonly TenantSeed[]
  /** Its reactions to events. */
  subscribers?: readonly Subscriber[]
  /** The tasks of its jobs, by name. */
  tasks?: Readonly<Record<string, Task>>
  /** Tasks that send links to this server. @param origin of this server for recipients. */
  linkTasks?: (origin: string) => Record<string, Task>
  /** Tasks that need the store of files. */
  fileTasks?: (files: Pick<Files, 'store'>) => Record<string, Task>
  /** Tasks that wait for outside servers. */
  outsideTasks?: (tools: OutsideTools) => Record<string, Task>
  /** Its work that is driven by time. */
  cron?: readonly CronTask[]
  /** Its work for each tenant after midnight in the tenant's time zone. */
  days?: readonly NewDayWork[]
  /** Its deletion of old records. */
  retention?: (days: RetentionDays) => readonly CronTask[]
  /** Its work that runs alongside the jobs. */
  loops?: (tools: Pick<OutsideTools, 'sealer' | 'outbound'>) => readonly Loop[]
  figures?: readonly Figure[]
  /** What it adds to the sending of mail. */
  mail?: (files: Pick<Files, 'store'>) => MailExtensions
  /** What it adds to the registers of areas further up the list. */
  additions?: readonly Addition[]
}
