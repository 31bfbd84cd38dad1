/** Has the browser save this under the name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser must have started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
