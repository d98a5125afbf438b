/** What happens to chapters and to who is in them. */
export const chapterEvents = {
  created: 'chapter.created',
  updated: 'chapter.updated',
  deleted: 'chapter.deleted',
  /** Of a contact: `entered` and `left` name chapters, `primaryChapterId` the primary one behind the change, or null. */
  contactChanged: 'contact.chapterchanged',
} as const
