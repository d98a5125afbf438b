/** Scans files before they are stored. */
export interface VirusScan {
  /** Returns the name of what was found in a local file, or null. @throws if the scan is not possible. */
  scan(path: string): Promise<string | null>
}

/** The default: nothing is scanned. */
export const noScan: VirusScan = { scan: async () => null }
