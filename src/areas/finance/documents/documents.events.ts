/** The events of document templates. Payload: key. */
export const documentTemplateEvents = { updated: 'document-template.updated' } as const
