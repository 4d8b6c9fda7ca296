/**
 * Flags for Java servers that live for minutes: the second compiler (C2) would need more time than it saves. With it,
 * the tests of the graph took 245 s of CPU time, and 196 s without. Without C2 Java's default code cache is too small.
 */
export const javaFlags = ['-XX:TieredStopAtLevel=1', '-XX:ReservedCodeCacheSize=240m'] as const
