/** The events of directories. Payload: name. The events of chapters report changes of the listings. */
export const directoryEvents = { created: 'directory.created', updated: 'directory.updated' } as const
