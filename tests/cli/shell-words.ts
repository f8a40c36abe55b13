/** Words of a command line as a shell would hand them over: split at spaces, double quotes keep words together. */
export function shellWords(line: string): string[] {
  expect(line).not.toMatch(/['\\$`]/); // what would need a real shell
  return [...line.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);
}
