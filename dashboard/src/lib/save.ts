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

/** What a person chose, as the API takes pictures. */
export function asDataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}
