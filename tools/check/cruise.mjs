export { cruise } from 'dependency-cruiser'
