/** The demo cannot go on; says what happened and what to do about it. */
export class DemoFailure extends Error {
  override readonly name = 'DemoFailure';
  readonly whatToDo: string;

  constructor(message: string, whatToDo: string, options?: ErrorOptions) {
    super(message, options);
    this.whatToDo = whatToDo;
  }
}
