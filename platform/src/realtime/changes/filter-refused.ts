/** The message is for the client. */
export class FilterRefused extends Error {
  override readonly name = 'FilterRefused';
}
