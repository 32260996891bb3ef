// Where the compiled module comes from. The build puts one of the other files
// of this folder in this one's place; for type checks, any of them will do.
export { compiledModule } from './inline.js';
