/** Names of the folders of a data set; docs/dataset.md shows the whole layout. */
import type { Repository } from '../../config/sections.ts';

/** Folder of a repository's rules, inside the output folder. */
export function rulesFolder(repository: Repository): string {
  return `rules-${repository}`;
}

/** Folder of a repository's questions, one subfolder for each split. */
export function questionsFolder(repository: Repository): string {
  return `questions-${repository}`;
}
