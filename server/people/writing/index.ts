export {
  cleanLines,
  cutForOrder,
  phoneOf,
  searchTerms,
  searchWordsOf,
  sortNameOf,
  termsOf,
  type Search,
  type SearchWord,
  type TermRecord,
} from './words.ts'
export { writerOf, type Doer, type Exporter, type Writer } from './writer.ts'
