import type { HelpComment as CommentShape, HelpTopic, HelpTopicEdit, HelpTopicListItem } from '#contract/work/help'
import type { HelpTopicEdit as EditRow, HelpComment } from '#prisma/client'
import { foldKey, type Topic } from './help.model.ts'
import type { KnownScreen } from './help.queries.ts'

const addressOf = (key: string): string => `/api/help/${foldKey(key)}`

/** Presents a topic for editing. Without a topic, the texts are empty. */
export const presentForEditing = (topic: Topic | undefined, key: string): HelpTopicEdit => ({
  Self: addressOf(key),
  ScreenKey: topic?.screenKey ?? key,
  Title: topic?.title ?? null,
  SummaryHtml: topic?.summaryHtml ?? null,
  DetailHtml: topic?.detailHtml ?? null,
  FieldHelpText: topic?.fieldTexts ?? [],
  RelatedTopics: topic?.relatedTopics ?? [],
  RelatedLinks: topic?.relatedLinks ?? [],
})

/** Presents a topic. The names of editors are shown only to staff. */
export const presentTopic = (
  topic: Topic | undefined,
  key: string,
  { edits, comments, isStaff }: { edits: EditRow[]; comments: HelpComment[]; isStaff: boolean },
): HelpTopic => {
  const { Self, ...texts } = presentForEditing(topic, key)
  const shared = topic && edits.length === 0 ? [{ editedAt: topic.editedAt, editedBy: null, title: topic.title }] : []
  return {
    Self,
    Id: topic?.id ?? null,
    ...texts,
    Comments: comments.map(presentComment),
    Edits: [...edits, ...shared].map(({ editedAt, editedBy, title }) => ({
      EditedDate: editedAt.toISOString(),
      EditedBy: isStaff ? editedBy : null,
      Title: title,
    })),
  }
}

export const presentScreen = ({ screenKey, editedAt }: KnownScreen): HelpTopicListItem => ({
  ScreenKey: screenKey,
  HasHelpTopic: editedAt !== null,
  HelpTopicEditDateTime: editedAt?.toISOString() ?? null,
})

export const presentComment = ({ id, at, author, text }: HelpComment): CommentShape => ({
  Id: id,
  Date: at.toISOString(),
  Author: author,
  Text: text,
})
