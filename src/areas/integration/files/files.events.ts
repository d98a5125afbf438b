/** The events of files. Payload: Name. A file is updated when a record begins to own it. */
export const fileEvents = { created: 'file.created', updated: 'file.updated', deleted: 'file.deleted' } as const
