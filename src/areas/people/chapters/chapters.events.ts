/** The events of chapters and of the chapters of contacts. Payload of a chapter: chapterId, organizationId. */
export const chapterEvents = {
  created: 'chapter.created',
  updated: 'chapter.updated',
  deleted: 'chapter.deleted',
  /** Of a contact. `entered` and `left` are chapter ids; `primaryChapterId` is its primary chapter now, or null. */
  contactChanged: 'contact.chapterchanged',
} as const
