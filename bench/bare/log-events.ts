import type pg from 'pg'
import { type LogEvent, makeEventRows } from '#services/tenant-log/log-events'
import { insertEventsSql } from '#services/tenant-log/log-events-sql'
import { INTAKE, type SentLogEvent } from '../requests.ts'
import type { BareDocumentSave } from './documents.ts'

/** Stores the events of a request by the statement of the product, without checking them. */
export const prepareLogEvents = (pool: pg.Pool, tenantId: number): Map<string, BareDocumentSave> => {
  const save = async (body: string): Promise<string> => {
    const events = (JSON.parse(body) as SentLogEvent[]).map(toEvent)
    const { text, values } = insertEventsSql(tenantId, makeEventRows(tenantId, events, new Date()))
    await pool.query({ name: 'intake', text, values })
    return '{}'
  }
  return new Map([[INTAKE, save]])
}

const toEvent = (sent: SentLogEvent): LogEvent => ({
  level: sent.Severity,
  logType: sent.LogTypeName,
  message: sent.EventMessage,
  entityType: sent.EntityPrimaryType,
  entityKey: sent.EntityPrimaryKey,
  source: sent.SourceClassTypeName,
  tags: sent.Tags.split(','),
  details: sent.DeeperDetails,
  occurredAt: new Date(sent.CreatedDate),
})
