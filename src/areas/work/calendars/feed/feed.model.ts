/** Some items of a feed. */
export interface FeedPart {
  /** Their events. */
  text: string
  /** The first and the last year of each time zone that they use; 0: no last year. */
  years: Map<string, { from: number; to: number }>
}
