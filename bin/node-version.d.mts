export declare const OLDEST_NODE: string
export declare function nodeVersionFault(version: string): string | undefined
export declare function requireNode(): void
