import type { HelpComment as CommentShape } from '#contract/work/help'
import type { HelpComment } from '#prisma/client'

export const presentComment = ({ id, at, author, text }: HelpComment): CommentShape => ({
  Id: id,
  Date: at.toISOString(),
  Author: author,
  Text: text,
})
