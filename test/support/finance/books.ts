import { expect } from 'vitest'
import type { TestCaller } from '../build-app.ts'
import { type DetailsBench, type Json, openDetails } from '../people/contact-parts.ts'

/** Requests to the setup records of one kind: "accounts". */
export interface SetupRecords {
  list(query?: string, caller?: TestCaller): ReturnType<TestCaller['get']>
  lookup(): ReturnType<TestCaller['get']>
  read(id: unknown, caller?: TestCaller): ReturnType<TestCaller['get']>
  save(id: unknown, body: object, caller?: TestCaller): ReturnType<TestCaller['post']>
  remove(id: unknown, caller?: TestCaller): ReturnType<TestCaller['delete']>
  /** Saves, expects 200 and returns the record. */
  saved(id: unknown, body: object): Promise<Json>
  /** The kinds of events and the versions in the history of a record, oldest first. */
  traces(entity: string, id: unknown): Promise<{ history: [string, number][]; events: string[] }>
}

export interface BooksBench extends DetailsBench {
  of(path: string): SetupRecords
}

export const openBooks = async (): Promise<BooksBench> => {
  const bench = await openDetails()
  return { ...bench, of: (path) => setupRecords(bench, path) }
}

const setupRecords = ({ mine, server }: DetailsBench, path: string): SetupRecords => {
  const url = `/api/finance/${path}`
  const save = (id: unknown, body: object, caller = mine) => caller.post(`${url}/${id}`, body)
  return {
    list: (query = '', caller = mine) => caller.get(`${url}${query}`),
    lookup: () => mine.get(`${url}/lookup`),
    read: (id, caller = mine) => caller.get(`${url}/${id}`),
    save,
    remove: (id, caller = mine) => caller.delete(`${url}/${id}`),
    saved: async (id, body) => {
      const answer = await save(id, body)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    },
    traces: async (entity, id) => {
      const where = { tenantId: mine.tenant.id, entity, entityId: Number(id) }
      const { system } = server.database
      const history = await system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
      const events = await system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
      return {
        history: history.map(({ action, auditId }) => [action, auditId]),
        events: events.map(({ kind }) => kind),
      }
    },
  }
}
