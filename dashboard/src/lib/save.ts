/** Lets the browser save something as a file of this name. */
export function saveFile(content: Blob | string, name: string): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has its own hold of the content once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
